/** As much of lit-html's types as the page uses. */
export interface TemplateResult { _$litType$: 1 | 2; strings: TemplateStringsArray; values: unknown[] }
export declare const html: (strings: TemplateStringsArray, ...values: unknown[]) => TemplateResult;
export declare const svg: (strings: TemplateStringsArray, ...values: unknown[]) => TemplateResult;
export declare const nothing: unique symbol;
export declare const noChange: unique symbol;
export declare const render: (value: unknown, container: HTMLElement | DocumentFragment) => unknown;
