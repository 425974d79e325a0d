type Section = 'Compiling' | 'Serving' | 'Choosing';

export declare function withSection(page: string, title: Section, lines: readonly string[]): string;
export declare function writeSection(title: Section, lines: readonly string[]): void;
export declare function machine(): string;
