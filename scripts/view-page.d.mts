export declare const TARGET: string;
export declare function viewPageModule(): Promise<string>;
