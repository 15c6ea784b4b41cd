/** As much of directives' types as the page uses. */
export declare class Directive { constructor(part: unknown); render(...values: unknown[]): unknown }
export declare const directive: (made: new (part: unknown) => Directive) => (...values: unknown[]) => unknown;
