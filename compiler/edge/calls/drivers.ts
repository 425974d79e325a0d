/** The drivers of databases for calls in this process, as a server carries them. */
import { compileFunction } from 'node:vm';
import type { OneCall } from '@haft/runtime/try';
import type { Behavior } from '@haft/runtime';

type Drivers = NonNullable<OneCall['drivers']>;

/** Those that the work of a tool needs. Their texts are read, and one of them compiled, only where a tool has a statement. */
export async function driversFor({ kind }: Behavior): Promise<Drivers> {
  if (kind !== 'sql') return {};
  const { DRIVERS } = await import('../../emit/server/drivers.generated.ts');
  return Object.fromEntries(Object.entries(DRIVERS).map(([name, text]) => [name, loader(text)]));
}

function loader(text: string): Drivers[string] {
  return (require) => {
    const load: unknown = compileFunction(`return (${text})(require);`, ['require'])(require);
    return load;
  };
}
