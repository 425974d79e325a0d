export declare const TARGET: string;
export declare function standaloneText(entry: 'standalone' | 'standalone-stdio'): Promise<string>;
export declare function standaloneModule(): Promise<string>;
