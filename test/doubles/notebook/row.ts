/** One recorded run of the program. */
import type { Json } from '../../../runtime/language/json.ts';

export interface Row {
  /** Everything after the name of the program. */
  readonly argv: readonly string[];
  readonly stdout: string;
  readonly stderr: string;
  readonly exit: number;
  /** A file that the program writes. */
  readonly writes?: string;
  /** hang: never ends, nor does a program that it started; flood: prints without end. */
  readonly manner?: 'hang' | 'flood';
}

export type Ending = Omit<Row, 'argv'>;

/** As the program prints JSON: two blanks deep, letters as they are, a line end. */
export function printed(value: Json, exit = 0): Ending {
  return { stdout: `${JSON.stringify(value, null, 2)}\n`, stderr: '', exit };
}
