import type {
  CandleAreaStyle,
  CandleLastPriceMarkExtendTextStyle,
  CrosshairDirectionStyle,
  DeepPartial,
  Styles,
} from 'klinecharts';
import type { ChartKind } from '../chart-kinds.ts';
import type { Palette } from './palette.ts';

const FONT_SIZE = 12;
/**
 * Padding of the axis labels in pixels. Price and countdown have no padding between them, because they form one block.
 */
const PAD = 4;
/** Opacity of the area under the line at its top, as the last two digits of a colour. */
const AREA_ALPHA = '4d';

/**
 * Returns the styles of the chart library, derived from the design tokens.
 * @param isLive whether the last candle shows the current price, so that the chart marks it
 */
export function chartStyles(palette: Palette, isLive: boolean, kind: ChartKind): DeepPartial<Styles> {
  const { side, font } = palette;
  const text = { family: font, size: FONT_SIZE, weight: 500 };
  const axis = {
    axisLine: { color: palette.line },
    tickLine: { show: false },
    tickText: { family: font, size: FONT_SIZE, weight: 400, color: palette.text3, marginStart: 8, marginEnd: 8 },
  };
  const crosshair: DeepPartial<CrosshairDirectionStyle> = {
    line: { color: palette.lineControl, dashedValue: [4, 4] },
    text: {
      ...text,
      style: 'stroke_fill',
      color: palette.text1,
      backgroundColor: palette.overlay,
      borderColor: palette.lineStrong,
      borderRadius: 4,
    },
  };
  return {
    grid: { horizontal: { style: 'solid', color: palette.grid }, vertical: { style: 'solid', color: palette.grid } },
    candle: {
      type: kind === 'candles' ? 'candle_solid' : 'area',
      area: areaStyles(palette, kind),
      bar: {
        upColor: side.CALL.candle,
        downColor: side.PUT.candle,
        noChangeColor: palette.text3,
        // Borders would have the same colour as the body and double the drawing work.
        upBorderColor: 'transparent',
        downBorderColor: 'transparent',
        noChangeBorderColor: 'transparent',
        upWickColor: side.CALL.candle,
        downWickColor: side.PUT.candle,
        noChangeWickColor: palette.text3,
      },
      tooltip: { showRule: 'none' },
      priceMark: {
        high: { show: false },
        low: { show: false },
        last: {
          show: isLive,
          upColor: side.CALL.fill,
          downColor: side.PUT.fill,
          noChangeColor: palette.lineControl,
          line: { style: 'dashed', dashedValue: [1, 3] },
          text: {
            ...text,
            weight: 600,
            color: palette.onFill,
            borderRadius: 0,
            paddingLeft: 8,
            paddingRight: 8,
            paddingBottom: 2,
          },
          extendTexts: [{ ...lastPriceCountdown, ...text, color: palette.onFill, borderColor: 'transparent' }],
        },
      },
    },
    indicator: { tooltip: { showRule: 'none' } },
    xAxis: axis,
    yAxis: axis,
    separator: { color: palette.line },
    crosshair: { horizontal: crosshair, vertical: crosshair },
  };
}

/** Returns the styles of the line through the closes. Heikin Ashi hides it, because another layer draws the candles. */
const areaStyles = ({ accent }: Palette, kind: ChartKind): DeepPartial<CandleAreaStyle> => ({
  value: 'close',
  lineColor: kind === 'heikin_ashi' ? 'transparent' : accent,
  lineSize: 1.5,
  smooth: false,
  point: { show: false },
  backgroundColor:
    kind === 'area'
      ? [
          { offset: 0, color: `${accent}00` },
          { offset: 1, color: accent + AREA_ALPHA },
        ]
      : 'transparent',
});

const lastPriceCountdown: DeepPartial<CandleLastPriceMarkExtendTextStyle> = {
  show: true,
  position: 'below_price',
  updateInterval: 1_000,
  style: 'fill',
  borderStyle: 'solid',
  borderDashedValue: [2, 2],
  borderSize: 0,
  borderRadius: 0,
  paddingLeft: 8,
  paddingRight: 8,
  paddingTop: 2,
  paddingBottom: PAD,
};
