export declare const TARGET: string;
export declare function standaloneModule(): Promise<string>;
