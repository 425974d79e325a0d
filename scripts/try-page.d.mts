export declare const TARGET: string;
export declare function tryPageModule(): Promise<string>;
