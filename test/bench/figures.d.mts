export declare function median(values: readonly number[]): number;
export declare function percentile(values: readonly number[], share: number): number;
export declare function figure(value: number | undefined, digits: number): string;
export declare function table(heads: readonly string[], rows: readonly (readonly string[])[]): string[];
