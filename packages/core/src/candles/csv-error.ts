/** Columns that can be read from a price file. */
export type CsvColumn = 'time' | 'open' | 'high' | 'low' | 'close' | 'price';

/**
 * The fault of a price file. `line` counts the lines of the file; the header is line 1. Reading stops at the first
 * fault.
 */
export type CsvError = { readonly line: number } & (
  | { readonly reason: 'empty_file' | 'no_rows' | 'bad_header' }
  /**
   * `truncated`: the last row ends early. `not_text`: the bytes are not those of a table. `line_too_long`: no line end.
   */
  | { readonly reason: 'truncated' | 'not_text' | 'line_too_long' }
  /** `mixed_decimals`: prices contain commas and points, so the decimal mark is ambiguous. */
  | { readonly reason: 'mixed_decimals' | 'date_time_apart' }
  | { readonly reason: 'missing_column' | 'duplicate_column'; readonly column: CsvColumn }
  | { readonly reason: 'missing_field'; readonly column: CsvColumn }
  | { readonly reason: 'extra_field'; readonly expected: number }
  | { readonly reason: 'not_a_number'; readonly column: CsvColumn; readonly text: string }
  | { readonly reason: 'price_not_positive'; readonly column: CsvColumn; readonly price: number }
  | { readonly reason: 'bad_time'; readonly text: string }
  | { readonly reason: 'time_descends' | 'time_repeats'; readonly time: number }
  | {
      /** The high of the candle is not the highest of its four prices, or the low is not the lowest. */
      readonly reason: 'high_low_inconsistent';
      readonly open: number;
      readonly high: number;
      readonly low: number;
      readonly close: number;
    }
);

export type CsvFault = CsvError['reason'];
