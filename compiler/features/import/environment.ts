/** Variables of the environment that a server reads: credentials and parts of its address. */
import { snakeCase } from '../../check/analysis/names/name-words.ts';
import { freeName } from './literal.ts';

type Variable = {
  readonly description: string;
  readonly secret?: boolean;
  readonly optional?: boolean;
};

export interface DeclaredVariables {
  /** Declares it; the first description stays, and it is optional where all say so. */
  readonly add: (name: string, variable: Variable) => void;
  /** The variable of a credential: always the same, and that of no other credential. */
  readonly nameFor: (credential: string, ...wanted: readonly [string, ...string[]]) => string;
  readonly all: () => Readonly<Record<string, Variable>>;
}

export function createEnvironment(): DeclaredVariables {
  const declared = new Map<string, Variable>();
  const names = new Map<string, string>();
  return {
    add: (name, variable) => {
      const { optional, ...rest } = declared.get(name) ?? variable;
      declared.set(name, { ...rest, ...(optional && variable.optional && { optional }) });
    },
    nameFor: (credential, first, ...others) => {
      const isTaken = (name: string): boolean => [...names.values()].includes(name);
      const wanted = [first, ...others].find((name) => !isTaken(name)) ?? freeName(first, isTaken);
      const name = names.get(credential) ?? wanted;
      names.set(credential, name);
      return name;
    },
    all: () => Object.fromEntries(declared),
  };
}

/** `pet-store` → PET_STORE. */
export function upperName(text: string): string {
  const name = snakeCase(text).toUpperCase();
  return /^[A-Z]/.test(name) ? name : `X_${name}`.replace(/(?<!_)_+$/, '');
}
