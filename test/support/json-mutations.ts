/** One place of a JSON value made wrong: another type, gone, repeated, or far too deep. */
import * as fc from 'fast-check';

type Steps = readonly (string | number)[];

const deep = (levels: number): unknown => JSON.parse(`${'['.repeat(levels)}${']'.repeat(levels)}`);

const WRONG: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  1e308,
  '',
  'x',
  '__proto__',
  '9999-99-99',
  'x'.repeat(1000),
  [],
  [null],
  [[]],
  ['x'],
  {},
  { x: null },
  { x: {} },
  JSON.parse('{"__proto__": {"x": 1}, "constructor": 1, "name": null}'),
  deep(90),
  deep(300),
];

/** The value with one to three places of it changed. */
export function mutatedJson(value: unknown): fc.Arbitrary<unknown> {
  const places = placesIn(value);
  const change = fc.tuple(
    fc.nat(),
    fc.constantFrom('replace', 'replace', 'remove', 'repeat'),
    fc.constantFrom(...WRONG),
  );
  return fc.array(change, { minLength: 1, maxLength: 3 }).map((changes) => {
    const copy: unknown = structuredClone(value);
    let root = copy;
    for (const [seed, how, wrong] of changes) root = changed(root, places[seed % places.length] ?? [], how, wrong);
    return root;
  });
}

function placesIn(value: unknown, at: Steps = []): Steps[] {
  if (typeof value !== 'object' || value === null) return [at];
  const keys = Array.isArray(value) ? value.keys() : Object.keys(value);
  const inner = [...keys].flatMap((key) => placesIn(Reflect.get(value, key), [...at, key]));
  return [at, ...inner];
}

function changed(root: unknown, at: Steps, how: string, wrong: unknown): unknown {
  const last = at.at(-1);
  if (last === undefined) return how === 'replace' ? wrong : root;
  const parent = at.slice(0, -1).reduce<unknown>(member, root);
  // An earlier change may have taken the place away.
  if (typeof parent !== 'object' || parent === null) return root;
  if (how === 'replace') Object.defineProperty(parent, last, { value: wrong, ...OPEN });
  else if (how === 'remove') Reflect.deleteProperty(parent, last);
  else if (Array.isArray(parent)) parent.push(parent[Number(last)]);
  return root;
}

const OPEN = { writable: true, enumerable: true, configurable: true };

function member(value: unknown, step: string | number): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, step)
    ? Reflect.get(value, step)
    : undefined;
}
