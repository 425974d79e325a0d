/** Members of objects, whatever their names. */

/** Assignment to `__proto__` would change the prototype instead of adding a member. */
export function setOwn(object: Record<string, unknown>, name: string, value: unknown): void {
  if (name === '__proto__')
    Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true });
  else object[name] = value;
}

/** Not by spreading: V8 makes objects that are slow to add members to. */
export function copyMembers(value: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const copy: Record<string, unknown> = {};
  for (const name in value) if (Object.hasOwn(value, name)) setOwn(copy, name, value[name]);
  return copy;
}
