import type { ReactNode } from 'react';
import { cn } from '#shared/lib/cn.ts';

export type Column = {
  readonly name: string;
  readonly align?: 'right';
  /** Whether screens narrower than the `lg` breakpoint hide the column. */
  readonly wideOnly?: boolean;
};

type TableProps = { readonly label: string; readonly columns: readonly Column[]; readonly children: ReactNode };

const edgeClass = 'first:pl-4 last:pr-4';

/** Renders a table with the given headings. Its children are rows of {@link Cell}s. */
export const Table = ({ label, columns, children }: TableProps) => (
  <div className="overflow-x-auto">
    <table className="w-full border-collapse text-13" aria-label={label}>
      <thead>
        <tr>
          {columns.map(({ name, align, wideOnly }) => (
            <th
              key={name}
              scope="col"
              className={cn(
                'px-3 py-2 text-12 font-medium whitespace-nowrap text-fg-3',
                edgeClass,
                align === 'right' ? 'text-right' : 'text-left',
                wideOnly && 'max-lg:hidden',
              )}
            >
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  </div>
);

type CellProps = Omit<Column, 'name'> & { readonly children: ReactNode; readonly span?: number };

export const Cell = ({ align, wideOnly, span, children }: CellProps) => (
  <td
    colSpan={span}
    className={cn(
      'h-[42px] border-t border-line px-3 whitespace-nowrap',
      edgeClass,
      align === 'right' && 'text-right',
      wideOnly && 'text-fg-2 max-lg:hidden',
    )}
  >
    {children}
  </td>
);
