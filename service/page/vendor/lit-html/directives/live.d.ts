/** Sets a property unless the element has that very value, whatever was rendered last. */
export declare const live: (value: unknown) => unknown;
