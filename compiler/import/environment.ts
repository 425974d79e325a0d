/** Variables of the environment that a server reads: credentials and parts of its address. */
import { snakeCase } from '../check/names/snake-case.ts';

interface Variable {
  readonly description: string;
  readonly secret?: boolean;
  readonly optional?: boolean;
}

export interface Environment {
  /** Declares it; the first description stays. */
  readonly add: (name: string, variable: Variable) => void;
  readonly all: () => Readonly<Record<string, Variable>>;
}

export function createEnvironment(): Environment {
  const declared = new Map<string, Variable>();
  return {
    add: (name, variable) => {
      if (!declared.has(name)) declared.set(name, variable);
    },
    all: () => Object.fromEntries(declared),
  };
}

/** `pet-store` → PET_STORE. */
export function upperName(text: string): string {
  const name = snakeCase(text).toUpperCase();
  return /^[A-Z]/.test(name) ? name : `X_${name}`.replace(/(?<!_)_+$/, '');
}
