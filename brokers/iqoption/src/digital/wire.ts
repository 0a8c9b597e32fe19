import { z } from 'zod';

/** Response to `get-underlying-list`. The assets are validated one by one. */
export const Underlyings = z.object({ type: z.literal('digital-option'), underlying: z.array(z.unknown()) });

/** An asset with digital options. Its trading hours are in epoch seconds. */
export const Underlying = z.object({
  active_id: z.number(),
  is_suspended: z.boolean(),
  name: z.string(),
  schedule: z.array(z.object({ open: z.number(), close: z.number() })),
});
export type Underlying = z.infer<typeof Underlying>;

/** Response to `get-instruments`. The instruments are validated one by one. */
export const Instruments = z.object({ instruments: z.array(z.unknown()) });

/**
 * An instrument: one expiration of an asset. `expiration` is in epoch seconds, `period` and `deadtime` are in seconds.
 * `SPT` is the strike at the current price.
 */
export const Instrument = z.object({
  asset_id: z.number(),
  index: z.number(),
  expiration: z.number(),
  period: z.number().positive(),
  deadtime: z.number().nonnegative(),
  data: z.array(z.object({ direction: z.string(), strike: z.string(), symbol: z.string() })),
});
export type Instrument = z.infer<typeof Instrument>;

const Side = z.object({ symbol: z.string(), ask: z.number().nullish() });

/** Prices of an instrument's strikes. `ask` is the price of an option contract that pays 100. */
export const ClientPrices = z.object({
  asset_id: z.number(),
  instrument_index: z.number(),
  prices: z.array(z.object({ call: Side, put: Side })),
});

/**
 * Response to an order. It confirms that the broker received the order, not that the order was filled: in the vendor's
 * tests an order with an id is rejected afterwards.
 */
export const PlacedOrder = z.object({ id: z.union([z.string().min(1), z.number()]).transform(String) });

/**
 * Event `order-changed`. `status` is `filled`, `rejected` or `canceled`, or a status of an order that is still open.
 */
export const OrderChanged = z.object({
  status: z.string(),
  raw_event: z.object({
    digital_options_order_changed1: z.object({ id: z.union([z.string().min(1), z.number()]).transform(String) }),
  }),
});

/** The orders of a digital position, as far as they can be read. */
export const OrdersOfPosition = z.object({
  raw_event: z.object({
    digital_options_position_changed1: z.object({
      order_ids: z.array(z.union([z.string().min(1), z.number()]).transform(String)),
    }),
  }),
});
