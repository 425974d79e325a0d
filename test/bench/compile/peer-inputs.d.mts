export declare function openApi(count: number): Record<string, string>;
export declare function typeSpec(count: number): Record<string, string>;
export declare function graphQl(count: number): Record<string, string>;
