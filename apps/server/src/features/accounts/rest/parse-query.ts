import { UserProfile } from '@vigia/contract';
import { isProfileColumn } from './profile.ts';
import { badFilter, RestError, unknownColumn } from './rest-error.ts';

/** One column of the response, and its name in the response. */
type Selected = { readonly column: keyof UserProfile; readonly as: string };

/** A parsed query. `ids` is null without an id filter; if there are several filters, all of them must match. */
export type RestQuery = { readonly select: readonly Selected[]; readonly ids: readonly string[] | null };

const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;
const UUID = /^[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}$/i;

/**
 * Parses `select` (columns, `*`, `alias:column`) and `id=eq.<uuid>`. All other PostgREST filters are refused on
 * purpose: no client uses them, and a general translation of filters to SQL would be attack surface.
 */
export function parseQuery(search: URLSearchParams): RestQuery {
  for (const name of search.keys()) if (name !== 'select' && name !== 'id') refuseFilter(name);
  const ids = search.getAll('id').map(parseIdFilter);
  return { select: parseSelect(search.getAll('select')), ids: ids.length > 0 ? ids : null };
}

function refuseFilter(name: string): never {
  if (NAME.test(name) && !isProfileColumn(name) && !isReservedName(name)) throw unknownColumn(name);
  throw badFilter(`filtering by "${name}" is not supported; use id=eq.<uuid>`);
}

const isReservedName = (name: string) => ['and', 'or', 'not', 'order', 'limit', 'offset', 'columns'].includes(name);

function parseIdFilter(filter: string): string {
  if (!filter.startsWith('eq.')) throw badFilter(`failed to parse filter (${filter}): only eq is supported on id`);
  const id = filter.slice('eq.'.length);
  if (!UUID.test(id)) throw new RestError(400, '22P02', `invalid input syntax for type uuid: "${id}"`);
  return canonicalUuid(id);
}

function canonicalUuid(id: string): string {
  const hex = id.toLowerCase().replaceAll('-', '');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

function parseSelect(lists: readonly string[]): readonly Selected[] {
  if (lists.length > 1) throw badFilter('select is given more than once');
  const list = lists[0]?.replaceAll(/\s/g, '') ?? '';
  return (list === '' ? '*' : list).split(',').flatMap(parseSelected);
}

function parseSelected(item: string): readonly Selected[] {
  if (item === '*')
    return Object.keys(UserProfile.shape)
      .filter(isProfileColumn)
      .map((column) => ({ column, as: column }));
  const [alias, column] = item.includes(':') ? item.split(/:(.*)/s) : [item, item];
  if (alias === undefined || column === undefined || !NAME.test(alias) || !NAME.test(column)) {
    throw badFilter(`failed to parse select parameter (${item})`);
  }
  if (!isProfileColumn(column)) throw unknownColumn(column);
  return [{ column, as: alias }];
}

/** Returns the columns that a query selects, under the names that the query gives them. */
export function selectRequestedColumns(profile: UserProfile, select: readonly Selected[]): Record<string, unknown> {
  return Object.fromEntries(select.map(({ column, as }) => [as, profile[column]]));
}
