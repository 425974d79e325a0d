/** How TypeScript reads handlers where the author has not said otherwise: they are bundled, and run by Node 20. */
export const COMPILER_OPTIONS = {
  target: 'es2023',
  module: 'esnext',
  moduleResolution: 'bundler',
  strict: true,
  skipLibCheck: true,
  allowImportingTsExtensions: true,
  noEmit: true,
} as const;
