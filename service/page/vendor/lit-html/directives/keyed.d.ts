/** Renders anew whenever the key is another one. */
export declare const keyed: (key: unknown, value: unknown) => unknown;
