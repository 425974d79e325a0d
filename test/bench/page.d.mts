type Section = 'Compiling' | 'Serving' | 'Views' | 'Editing' | 'Choosing' | 'Choosing in the shipped specs';

export declare function withSection(page: string, title: Section, lines: readonly string[]): string;
export declare function writeSection(title: Section, lines: readonly string[]): void;
export declare function machine(): string;
