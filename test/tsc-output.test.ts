/** The lines of `tsc --pretty false --listFiles` → errors and files. */
import { expect, test } from 'vitest';
import { readTscOutput } from '../compiler/edge/handlers/typescript.ts';

test('places, explanations, settings and files are reported apart', () => {
  const text = [
    'specs/a (copy)/handlers.ts(5,3): error TS2322: Type X is not assignable to type Y.',
    "  Types of property 'a' are incompatible.",
    "    Type 'string' is not assignable to type 'number'.",
    "tsconfig.json(3,5): error TS5023: Unknown compiler option 'x'.",
    'error TS18003: No inputs were found.',
    '/project/specs/handlers.ts',
    'C:/project/specs/other.ts',
    '',
  ];
  expect(readTscOutput(text.join('\r\n'))).toEqual({
    errors: [
      {
        file: 'specs/a (copy)/handlers.ts',
        line: 5,
        column: 3,
        code: 'TS2322',
        message:
          "Type X is not assignable to type Y.\n  Types of property 'a' are incompatible.\n    Type 'string' is not assignable to type 'number'.",
      },
      { file: 'tsconfig.json', line: 3, column: 5, code: 'TS5023', message: "Unknown compiler option 'x'." },
      { line: 1, column: 1, code: 'TS18003', message: 'No inputs were found.' },
    ],
    files: ['/project/specs/handlers.ts', 'C:/project/specs/other.ts'],
  });
});
