export declare function withSection(page: string, title: 'Compiling' | 'Serving', lines: readonly string[]): string;
