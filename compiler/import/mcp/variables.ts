/** The variables of an imported server: what a host's file fills in, and secrets that are written out there. */
import { literalSecret } from '../../check/secrets/literal-secret.ts';

export interface KnownVariable {
  readonly name: string;
  readonly secret: boolean;
}

/** References of hosts: `${NAME}`, `${env:NAME}`, `${NAME:-fallback}`, `{env:NAME}`, `${input:id}`. */
const REFERENCE = /\$\{(?:env:)?([A-Za-z_]\w*)(?::-[^{}]*)?\}|\{env:([A-Za-z_]\w*)\}|\$\{input:([^{}]+)\}/g;
const SECRET_NAME = /KEY|TOKEN|SECRET|PASS|PWD|CRED|AUTH|COOKIE|BEARER|DSN|PATH_KEY|LOGIN|CONNECTION|DATABASE_UR[IL]/i;

export class Variables {
  readonly #prefix: string;
  readonly #secret = new Map<string, boolean>();
  readonly #values = new Map<string, string>();
  readonly #passed = new Set<string>();
  readonly #unknown = new Set<string>();

  constructor(name: string) {
    this.#prefix = upper(name);
  }

  /** Those that the program gets under their own names. */
  get passed(): ReadonlySet<string> {
    return this.#passed;
  }

  /** A variable of the program; `value` is undefined where only its name is known. */
  declare(name: string, value: string | undefined): void {
    if (!/^[A-Z][A-Z0-9_]*$/.test(name)) {
      this.#unknown.add(name);
      return;
    }
    this.#passed.add(name);
    this.#note(name, value === undefined || isReference(value) ? undefined : value);
  }

  /** References become variables; literal secrets become variables that are named by `label`. */
  template(text: string, label: string, key = ''): string {
    const parts = split(text).map((part) => {
      if (typeof part !== 'string') return this.#referred(part);
      return this.#withoutValues(part)
        .map((one) => (typeof one === 'string' ? escaped(one) : `{env.${one.name}}`))
        .join('');
    });
    let result = parts.join('');
    for (let found = literalSecret(result, key); found; found = literalSecret(result, key)) {
      const before = result;
      result = result.replace(found.word, () => `{env.${this.#own(label, found?.word ?? '')}}`);
      if (result === before) return `{env.${this.#own(label, text)}}`;
    }
    return result;
  }

  /** The whole text is a secret where it is not a reference; `prefixed`: its name starts with that of the import. */
  hidden(text: string, label: string, prefixed = true): string {
    if (text === '') return '';
    const parts = split(text);
    if (parts.some((part) => typeof part !== 'string')) return this.template(text, label);
    return `{env.${prefixed ? this.#own(label, text) : this.#named(upper(label), text)}}`;
  }

  all(): KnownVariable[] {
    return [...this.#secret].map(([name, secret]) => ({ name, secret }));
  }

  values(): Readonly<Record<string, string>> {
    return Object.fromEntries(this.#values);
  }

  unknown(): readonly string[] {
    return [...this.#unknown];
  }

  #referred({ env, input, whole }: Reference): string {
    if (input !== undefined) return `{env.${this.#named(`${this.#prefix}_${upper(input)}`, undefined)}}`;
    if (/^[A-Z][A-Z0-9_]*$/.test(env ?? '')) return `{env.${this.#named(env ?? '', undefined)}}`;
    this.#unknown.add(whole);
    return escaped(whole);
  }

  #own(label: string, value: string): string {
    const [, known] = [...this.#values].map(([name, own]) => [own, name] as const).find(([own]) => own === value) ?? [];
    if (known !== undefined) return known;
    const wanted = `${this.#prefix}_${upper(label)}`;
    const name = this.#values.has(wanted) ? `${wanted}_${this.#values.size + 1}` : wanted;
    this.#secret.set(name, true);
    this.#values.set(name, value);
    return name;
  }

  #named(name: string, value: string | undefined): string {
    this.#note(name, value);
    return name;
  }

  #note(name: string, value: string | undefined): void {
    const looks = value !== undefined && literalSecret(value, name) !== undefined;
    this.#secret.set(name, this.#secret.get(name) === true || looks || SECRET_NAME.test(name));
    if (value !== undefined) this.#values.set(name, value);
  }

  /** A value of a variable that is written out again elsewhere. */
  #withoutValues(text: string): (string | { readonly name: string })[] {
    const long = [...this.#values].filter(([, value]) => value.length >= SHORTEST);
    const found = long.find(([, value]) => text.includes(value));
    if (found === undefined) return [text];
    const [name, value] = found;
    const at = text.indexOf(value);
    return [...this.#withoutValues(text.slice(0, at)), { name }, ...this.#withoutValues(text.slice(at + value.length))];
  }
}

/** Shorter values occur everywhere. */
const SHORTEST = 6;

interface Reference {
  readonly env: string | undefined;
  readonly input: string | undefined;
  readonly whole: string;
}

function split(text: string): (string | Reference)[] {
  const parts: (string | Reference)[] = [];
  let end = 0;
  for (const match of text.matchAll(REFERENCE)) {
    const [whole, braced, bare, input] = match;
    if (match.index > end) parts.push(text.slice(end, match.index));
    parts.push({ env: braced ?? bare, input, whole });
    end = match.index + whole.length;
  }
  if (end < text.length) parts.push(text.slice(end));
  return parts;
}

function isReference(value: string): boolean {
  return /^\$[A-Za-z_]\w*$/.test(value) || split(value).some((part) => typeof part !== 'string');
}

function escaped(text: string): string {
  return text.replaceAll(/[{}]/g, '$&$&');
}

function upper(text: string): string {
  const name = text
    .replaceAll(/([a-z\d])([A-Z])/g, '$1_$2')
    .replaceAll(/[^A-Za-z0-9]+/g, '_')
    .replaceAll(/^_|_$/g, '')
    .toUpperCase();
  return /^[A-Z]/.test(name) ? name : `X_${name}`;
}
