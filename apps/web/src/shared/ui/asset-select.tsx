import { useQuery } from '@tanstack/react-query';
import { ASSET_TYPES } from '@vigia/core/vocabulary';
import { chartMessages } from '#shared/chart/messages.es.ts';
import { assetsQuery } from '#shared/lib/assets.ts';
import type { ControlProps } from './field.tsx';
import { Select } from './select.tsx';

type AssetSelectProps = {
  readonly control: ControlProps;
  readonly symbol: string;
  readonly onChange: (symbol: string) => void;
};

/**
 * Renders an asset picker, grouped by kind of asset. If the selected asset is no longer in the list, it stays selected
 * until the user picks another one.
 */
export function AssetSelect({ control, symbol, onChange }: AssetSelectProps) {
  const { data: assets = [] } = useQuery(assetsQuery);
  return (
    <Select {...control} value={symbol} onChange={(event) => onChange(event.target.value)}>
      {!assets.some((asset) => asset.symbol === symbol) && <option value={symbol}>{symbol}</option>}
      {ASSET_TYPES.map((type) => (
        <optgroup key={type} label={chartMessages.assetTypes[type]}>
          {assets
            .filter((asset) => asset.type === type)
            .map((asset) => (
              <option key={asset.symbol} value={asset.symbol}>
                {asset.symbol}
              </option>
            ))}
        </optgroup>
      ))}
    </Select>
  );
}
