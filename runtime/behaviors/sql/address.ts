/** The address of a PostgreSQL server in a URL, read as its own clients read it. */
import { decodedOr } from '../../server/percent-encode.ts';

/** What a driver is given. */
export interface Address {
  /** A folder where it starts with "/": that of a socket. */
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
  readonly database: string;
  readonly ssl: false | { readonly rejectUnauthorized: boolean };
}

const URL_FORM =
  /^postgres(?:ql)?:\/\/(?:(?<user>[^:@/?#]*)(?::(?<password>[^@/?#]*))?@)?(?<host>\[[^\]]*\]|[^@:/?#,]*)(?::(?<port>\d*))?(?:\/(?<name>[^?#]*))?(?:\?(?<more>[^#]*))?$/;

/** Why it is no address: nothing of the URL is in it. */
interface AddressProblem {
  readonly problem: string;
}

export function addressOf(url: string): Address | AddressProblem {
  const { groups } = URL_FORM.exec(url) ?? {};
  if (groups === undefined)
    return {
      problem:
        'its URL must be postgres://user:password@host:port/database, with %40, %2F, %23 and %3F for "@", "/", "#" and "?" in a password',
    };
  const { user, password = '', host = '', port, name, more = '' } = groups;
  const options = new URLSearchParams(more);
  const mode = options.get('sslmode');
  if (mode !== null && !MODES.has(mode))
    return { problem: `sslmode in its URL must be one of ${[...MODES].join(', ')}` };
  const place = options.get('host') ?? (decodedOr(host).replace(/^\[(.*)\]$/, '$1') || 'localhost');
  const login = decodedOr(options.get('user') ?? user ?? '') || process.getBuiltinModule('node:os').userInfo().username;
  return {
    host: place,
    port: Number(options.get('port') ?? (port || 5432)),
    user: login,
    password: options.get('password') ?? decodedOr(password),
    database: decodedOr(name ?? '') || login,
    ssl: encryption(mode, place),
  };
}

/** On this machine nothing is encrypted unless the URL says so; elsewhere the certificate is verified unless the URL says otherwise. */
function encryption(mode: string | null, host: string): Address['ssl'] {
  const isHere = host.startsWith('/') || /^(?:localhost|127(?:\.\d+){3}|::1)$/.test(host);
  if (mode === 'disable' || (mode === null && isHere)) return false;
  return { rejectUnauthorized: mode !== 'require' };
}

const MODES: ReadonlySet<string> = new Set(['disable', 'require', 'verify-ca', 'verify-full']);
