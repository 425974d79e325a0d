export declare function haftSpecs(count: number): Record<string, string>;
