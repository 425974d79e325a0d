export declare const TARGET: string;
export declare function driversModule(): Promise<string>;
