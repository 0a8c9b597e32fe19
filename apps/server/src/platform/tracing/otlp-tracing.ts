import { setTimeout as sleep } from 'node:timers/promises';
import { type Context, ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, TraceFlags, trace } from '@opentelemetry/api';
import { parseTraceParent } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BasicTracerProvider,
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace-base';
import type { TraceAttributes, TraceStep } from './trace-step.ts';
import type { Tracing, TracingChoice } from './tracing.ts';

const SEND = { timeoutMillis: 5_000, concurrencyLimit: 2 };
/**
 * Size of the buffer for unsent steps. Further steps are dropped while the collector is unavailable or while thousands
 * of trades end together.
 */
const BATCHES = { maxQueueSize: 8_192, maxExportBatchSize: 512, scheduledDelayMillis: 1_000 };
const CLOSE_WITHIN_MS = 2_000;

/**
 * Opens tracing that sends to a collector with OTLP over HTTP.
 * @param about attributes of the process, with the names of OpenTelemetry
 */
export function openOtlpTracing({ endpoint, headers, ratio }: TracingChoice, about: TraceAttributes): Tracing {
  const exporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces`, headers: { ...headers }, ...SEND });
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes(about),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
    spanProcessors: [new BatchSpanProcessor(exporter, BATCHES)],
  });
  const tracer = provider.getTracer('vigia');
  const toStep = (span: Span): TraceStep => ({
    traceId: span.spanContext().traceId,
    traceparent: traceparentOf(span),
    begin: (name, attributes) => toStep(tracer.startSpan(name, { attributes }, trace.setSpan(ROOT_CONTEXT, span))),
    end({ failed, attributes }) {
      if (attributes) span.setAttributes(attributes);
      if (failed) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    },
  });
  return {
    begin: (name, attributes, parent) =>
      toStep(tracer.startSpan(name, { attributes, kind: SpanKind.SERVER }, contextOf(parent))),
    record(name, parent, { fromMs, untilMs }, attributes) {
      tracer.startSpan(name, { attributes, startTime: fromMs }, contextOf(parent)).end(untilMs);
    },
    close: () => Promise.race([provider.shutdown(), sleep(CLOSE_WITHIN_MS, undefined, { ref: false })]),
  };
}

/** Returns the traceparent of a span. Its first field is the version of the W3C format. */
function traceparentOf(span: Span): string | null {
  const { traceId, spanId, traceFlags } = span.spanContext();
  return (traceFlags & TraceFlags.SAMPLED) === 0 ? null : `00-${traceId}-${spanId}-01`;
}

function contextOf(traceparent: string | undefined): Context {
  const parent = traceparent === undefined ? null : parseTraceParent(traceparent);
  return parent === null ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, { ...parent, isRemote: true });
}
