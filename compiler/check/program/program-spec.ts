/** How a program treats its arguments, as far as it runs them. Lists of options are texts such as "-c --command". */

/** Runs the code that an option or its first operand holds; what follows are plain arguments. Lists are "-c --command". */
export interface Interpreter {
  readonly runs: 'code';
  /** Options whose value is code, or names a file or module of code that takes the place of the script. */
  readonly code?: string;
  /** Other options with a value. */
  readonly values?: string;
  /** Options with a value that is never code. */
  readonly plain?: string;
  /** Modules whose own arguments are code or a script. */
  readonly runners?: string;
  /** Nothing after the code is an option. */
  readonly codeEnds?: boolean;
  /** The first operand is a script even next to code. */
  readonly scriptToo?: boolean;
  /** With one of these it reads code from standard input as well. */
  readonly interactive?: string;
  /** Never reads code from standard input. */
  readonly noStdin?: boolean;
}

/** A shell: with "c" among its short options the first operand is code, without it a file of code. */
export interface Shell {
  readonly runs: 'shell';
}

/** PowerShell: everything is code, except what follows a file after -File. */
export interface PowerShell {
  readonly runs: 'powershell';
}

/** Every element may be code, but for values of `plain` options and the first `operands`. */
export interface Everything {
  readonly runs: 'everything';
  readonly values?: string;
  readonly plain?: string;
  readonly operands?: number;
  /** With this option no code reaches the machine. */
  readonly safe?: string;
  /** With one of these at the start of an element standard input is no code. */
  readonly ownInput?: RegExp;
  readonly noStdin?: boolean;
}

/** Runs the program that follows its own options and operands. */
export interface Launcher {
  readonly runs: 'program';
  readonly values?: string;
  /** Instead of `values`: all other options take one. */
  readonly flags?: string;
  readonly plain?: string;
  /** Options whose value is code. */
  readonly code?: string;
  /** Operands before the program. */
  readonly operands?: number;
  /** The operands say where the program runs, and do not change which one. */
  readonly anywhere?: boolean;
  /** NAME=value before the program. */
  readonly assignments?: boolean;
  /** Options whose value is the start of the command, divided by blanks. */
  readonly splits?: string;
  /** Joins the elements into one line for a shell; not with the options in `unjoined`. */
  readonly joined?: boolean;
  readonly unjoined?: string;
  /** Further arguments follow this element. */
  readonly appends?: string;
  /** Standard input becomes further arguments; an option of `replaces` names their placeholder. */
  readonly input?: 'arguments' | 'code';
  readonly replaces?: string;
}

/** The first operand is a subcommand. */
export interface Commands {
  readonly runs: 'subcommand';
  readonly values?: string;
  readonly of: Readonly<Record<string, ProgramSpec>>;
  /** Where no subcommand is named. */
  readonly otherwise?: ProgramSpec;
}

export type ProgramSpec = Interpreter | Shell | PowerShell | Everything | Launcher | Commands;
