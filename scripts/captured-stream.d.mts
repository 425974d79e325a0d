export declare function captureStream(name: 'stdout' | 'stderr', fd: number): () => string;
