/** Renders each item; the elements follow their keys when the order changes. */
export declare const repeat: <T>(
  items: Iterable<T>, key: (item: T, at: number) => unknown, template: (item: T, at: number) => unknown,
) => unknown;
