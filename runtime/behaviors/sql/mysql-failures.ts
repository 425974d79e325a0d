/** How MySQL and MariaDB say that a statement failed. */
import { type SqlStates, type TransactionEnd, stateOf } from './database.ts';

/** Of the server where it has a `sqlState`, else of the socket. */
export type MysqlError = Error & { readonly errno?: number; readonly code?: string; readonly sqlState?: string };

/** Without a state of the server the socket has ended; of the states those of an end of the connection. */
export function isLost({ sqlState, errno }: MysqlError): boolean {
  return sqlState === undefined || sqlState.startsWith('08') || errno === 1927 || errno === 1053;
}

/** SQLSTATEs that say more than those of the server itself, with its numbers for them. */
const STATES: readonly SqlStates[] = [
  ['23505', 1022, 1062, 1586],
  ['23503', 1216, 1217, 1451, 1452],
  ['23502', 1048, 1364],
  ['23514', 3819, 4025],
  ['40001', 1205, 1213, 1020],
  ['57014', 1317, 1969, 3024],
  ['25006', 1792, 1290, 1836],
  ['22000', 1366, 1265],
  ['53300', 1040, 1203, 1226],
  ['3D000', 1049],
  ['42501', 1044, 1142, 1143, 1227, 1370],
];

export function toFailure({ errno = 0, message, sqlState = '' }: MysqlError): TransactionEnd {
  return {
    kind: 'failed',
    state: String(errno),
    sqlstate: stateOf(errno, STATES) ?? sqlState,
    text: message,
    json: { message },
  };
}
