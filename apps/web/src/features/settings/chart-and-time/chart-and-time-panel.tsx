import { useQuery } from '@tanstack/react-query';
import type { Preferences, PreferencesChange } from '@vigia/contract';
import { TIMEFRAMES, type Timeframe } from '@vigia/core/vocabulary';
import { useId, useMemo } from 'react';
import { deviceZone } from '#shared/lib/display-zone.ts';
import { LANGUAGE } from '#shared/lib/language.es.ts';
import { preferencesQuery } from '#shared/lib/preferences.ts';
import { useUi } from '#shared/lib/ui-store.ts';
import { useServerNow } from '#shared/lib/use-now.ts';
import { AssetSelect } from '#shared/ui/asset-select.tsx';
import { Button } from '#shared/ui/button.tsx';
import { Select } from '#shared/ui/select.tsx';
import { LoadedQuery } from '../loaded-query.tsx';
import { PriceSourceRow } from '../price-source/price-source-row.tsx';
import { Section } from '../section.tsx';
import { SettingRow } from '../setting-row.tsx';
import { chartAndTimeMessages as words } from './messages.es.ts';
import { cityOf, offsetText, zoneGroups } from './time-zones.ts';
import { useChangePreferences } from './use-change-preferences.ts';

const REFRESH_CHOICES_S = [1, 2, 5, 10, 15, 30, 60];
const CLOCK_EVERY_MS = 5_000;

/**
 * Renders the settings of the time zone, the chart defaults and the poll interval. The server stores them for all
 * devices of the user.
 */
export function ChartAndTimePanel() {
  const preferences = useQuery(preferencesQuery);
  return (
    <Section id="grafico">
      <LoadedQuery query={preferences} rows={3}>
        {(stored) => <Rows stored={stored} />}
      </LoadedQuery>
      <PriceSourceRow />
    </Section>
  );
}

function Rows({ stored }: { readonly stored: Preferences }) {
  const { wished, change } = useChangePreferences();
  const { default_symbol: symbol = stored.default_symbol, default_timeframe: timeframe = stored.default_timeframe } =
    wished;
  return (
    <div>
      <ZoneRow zone={wished.time_zone ?? stored.time_zone} onChange={change} />
      <OpeningRow symbol={symbol} timeframe={timeframe} onChange={change} />
      <RefreshRow seconds={wished.refresh_interval_s ?? stored.refresh_interval_s} onChange={change} />
    </div>
  );
}

type Changing = { readonly onChange: (change: PreferencesChange) => void };

function ZoneRow({ zone, onChange }: Changing & { readonly zone: string }) {
  const nowMs = useServerNow(CLOCK_EVERY_MS);
  const groups = useMemo(() => zoneGroups(zone), [zone]);
  const own = deviceZone();
  const hint = (
    <>
      {words.zoneHint(timeIn(zone, nowMs), offsetText(zone, nowMs))}
      {own !== zone && (
        <span className="mt-1 block">
          <Button size="sm" onClick={() => onChange({ time_zone: own })}>
            {words.ofDevice(cityOf(own))}
          </Button>
        </span>
      )}
    </>
  );
  return (
    <SettingRow title={words.zone} hint={hint}>
      <Select
        aria-label={words.zone}
        value={zone}
        onChange={(event) => onChange({ time_zone: event.target.value })}
        className="md:w-[264px]"
      >
        {groups.map(({ region, zones }) => (
          <optgroup key={region} label={region}>
            {zones.map(({ name, city }) => (
              <option key={name} value={name}>
                {city}
              </option>
            ))}
          </optgroup>
        ))}
      </Select>
    </SettingRow>
  );
}

const timeIn = (timeZone: string, atMs: number): string =>
  new Intl.DateTimeFormat(LANGUAGE, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone }).format(atMs);

type OpeningRowProps = Changing & { readonly symbol: string; readonly timeframe: Timeframe };

function OpeningRow({ symbol, timeframe, onChange }: OpeningRowProps) {
  const symbolId = useId();
  const forgetChosen = useUi((ui) => ui.forgetChosen);
  // The new default also replaces the current selection on the chart.
  const open = (change: PreferencesChange) => {
    forgetChosen();
    onChange(change);
  };
  return (
    <SettingRow title={words.opening} hint={words.openingHint}>
      <div className="grid grid-cols-[minmax(0,1fr)_100px] gap-2 md:w-[264px]">
        <div>
          <label htmlFor={symbolId} className="sr-only">
            {words.symbol}
          </label>
          <AssetSelect
            control={{ id: symbolId, 'aria-invalid': false, 'aria-describedby': undefined }}
            symbol={symbol}
            onChange={(chosen) => open({ default_symbol: chosen })}
          />
        </div>
        <Select
          aria-label={words.timeframe}
          value={timeframe}
          onChange={({ target }) => {
            const chosen = TIMEFRAMES.find((each) => each === target.value);
            if (chosen) open({ default_timeframe: chosen });
          }}
        >
          {TIMEFRAMES.map((each) => (
            <option key={each} value={each}>
              {each}
            </option>
          ))}
        </Select>
      </div>
    </SettingRow>
  );
}

function RefreshRow({ seconds, onChange }: Changing & { readonly seconds: number }) {
  // The list contains the current interval even if it is none of the usual choices, because another client may have
  // stored it.
  const choices = [...new Set([...REFRESH_CHOICES_S, seconds])].toSorted((a, b) => a - b);
  return (
    <SettingRow title={words.refresh} hint={words.refreshHint}>
      <Select
        aria-label={words.refresh}
        value={seconds}
        onChange={(event) => onChange({ refresh_interval_s: Number(event.target.value) })}
        className="md:w-[264px]"
      >
        {choices.map((choice) => (
          <option key={choice} value={choice}>
            {words.seconds(choice)}
          </option>
        ))}
      </Select>
    </SettingRow>
  );
}
