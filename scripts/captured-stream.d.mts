export declare function captureStream(name: 'stdout' | 'stderr', fd: number, take: (chunk: Buffer) => void): void;
