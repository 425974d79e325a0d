export declare const TARGET: string;
export declare function standaloneText(entry: 'standalone' | 'standalone-stdio' | 'standalone-skills'): Promise<string>;
export declare function standaloneModule(): Promise<string>;
