/** The address of a database server in a URL, read as its own clients read it. */
import { decodedOr } from '../../language/percent-encode.ts';

/** What a driver is given. */
export interface Address {
  /** A socket, or the folder of one, where it starts with "/". */
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
  readonly database: string;
  readonly ssl: false | { readonly rejectUnauthorized: boolean };
}

/** Of each kind of server: its name in a URL, its port, and the option that names a socket. */
const SERVERS = {
  postgres: { scheme: /^postgres(?:ql)?:/, port: 5432, socket: 'host' },
  mysql: { scheme: /^(?:mysql|mariadb):/, port: 3306, socket: 'socket' },
} as const;

const URL_FORM =
  /^\w+:\/\/(?:(?<user>[^:@/?#]*)(?::(?<password>[^@/?#]*))?@)?(?<host>\[[^\]]*\]|[^@:/?#,]*)(?::(?<port>\d*))?(?:\/(?<name>[^?#]*))?(?:\?(?<more>[^#]*))?$/;

/** Why it is no address: nothing of the URL is in it. */
interface AddressProblem {
  readonly problem: string;
}

export function addressOf(url: string, kind: keyof typeof SERVERS = 'postgres'): Address | AddressProblem {
  const { scheme, port: ownPort, socket } = SERVERS[kind];
  const { groups } = (scheme.test(url) ? URL_FORM.exec(url) : null) ?? {};
  if (groups === undefined)
    return {
      problem: `its URL must be ${kind}://user:password@host:port/database, with %40, %2F, %23 and %3F for "@", "/", "#" and "?" in a password`,
    };
  const { user, password = '', host = '', port, name, more = '' } = groups;
  const options = new URLSearchParams(more);
  const mode = options.get('sslmode');
  if (mode !== null && !MODES.has(mode))
    return { problem: `sslmode in its URL must be one of ${[...MODES].join(', ')}` };
  const place = options.get(socket) ?? (decodedOr(host).replace(/^\[(.*)\]$/, '$1') || 'localhost');
  const login = decodedOr(options.get('user') ?? user ?? '') || process.getBuiltinModule('node:os').userInfo().username;
  return {
    host: place,
    port: Number(options.get('port') ?? (port || ownPort)),
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
