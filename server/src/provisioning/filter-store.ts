import { invalidScim, type ScimComparison, type ScimFilter } from '@paraph/domain';
import { type RawBuilder, sql } from 'kysely';

/** What a filter may name: a column that is compared in any case or as it is, a yes or no, a time, or a clause. */
export type FilterColumn =
  | { kind: 'folded' | 'exact' | 'boolean' | 'time'; column: string }
  | { kind: 'constant'; value: string }
  | { kind: 'clause'; of(value: string): RawBuilder<boolean> };

export type FilterColumns = Readonly<Record<string, FilterColumn>>;

/** A filter as a condition of SQL (RFC 7644 §3.4.2.2). */
export function conditionOf(filter: ScimFilter | null, columns: FilterColumns): RawBuilder<boolean> {
  if (filter === null) return sql`true`;
  if (filter.kind === 'not') return sql`not coalesce(${conditionOf(filter.part, columns)}, false)`;
  if (filter.kind === 'compare') return comparisonOf(filter, columns);
  const parts = filter.parts.map((part) => conditionOf(part, columns));
  return sql`(${sql.join(parts, filter.kind === 'and' ? sql` and ` : sql` or `)})`;
}

function comparisonOf(comparison: ScimComparison, columns: FilterColumns): RawBuilder<boolean> {
  const { path, operator, value } = comparison;
  const column = Object.hasOwn(columns, path) ? columns[path] : undefined;
  if (!column)
    throw invalidScim(
      'invalidFilter',
      `${path} is not filtered here; use ${Object.keys(columns).join(', ')}.`,
    );
  if (column.kind === 'constant' || column.kind === 'clause') {
    if (operator !== 'eq') throw unfit(comparison);
    const text = String(value);
    return column.kind === 'clause' ? column.of(text) : sql`${text.toLowerCase() === column.value}::boolean`;
  }
  const own = sql.ref(column.column);
  if (operator === 'pr') return sql`${own} is not null`;
  if (column.kind === 'boolean') {
    const word = String(value).toLowerCase();
    if ((operator !== 'eq' && operator !== 'ne') || (word !== 'true' && word !== 'false'))
      throw unfit(comparison);
    return sql`${own} = ${(word === 'true') === (operator === 'eq')}`;
  }
  if (typeof value !== 'string' || value.includes('\0')) throw unfit(comparison);
  if (column.kind === 'time') {
    if (Number.isNaN(Date.parse(value))) throw unfit(comparison);
    return sql`${own} ${symbolOf(comparison)} ${new Date(value)}::timestamptz`;
  }
  const left = column.kind === 'folded' ? sql`lower(${own})` : own;
  const fold = (text: string) => (column.kind === 'folded' ? sql`lower(${text}::text)` : sql`${text}::text`);
  const pattern = value.replaceAll(/[\\%_]/g, '\\$&');
  if (operator === 'sw') return sql`${left} like ${fold(`${pattern}%`)}`;
  if (operator === 'co') return sql`${left} like ${fold(`%${pattern}%`)}`;
  if (operator === 'ew') return sql`${left} like ${fold(`%${pattern}`)}`;
  return sql`${left} ${symbolOf(comparison)} ${fold(value)}`;
}

function symbolOf(comparison: ScimComparison): RawBuilder<unknown> {
  switch (comparison.operator) {
    case 'eq':
      return sql`=`;
    case 'ne':
      return sql`is distinct from`;
    case 'gt':
      return sql`>`;
    case 'ge':
      return sql`>=`;
    case 'lt':
      return sql`<`;
    case 'le':
      return sql`<=`;
    default:
      throw unfit(comparison);
  }
}

function unfit({ path, operator }: ScimComparison) {
  return invalidScim('invalidFilter', `${path} ${operator} does not take this value.`);
}
