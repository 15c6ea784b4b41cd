/** The page's files by their addresses, and a digest of what is in them: the service writes them before the worker. */
declare const SHELL: { digest: string; files: string[] };
