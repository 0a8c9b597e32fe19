import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { PUSH_TOPICS, type PushTopic } from '@vigia/contract';
import { askNoticePermission } from '#shared/lib/browser-notices.ts';
import { problemOf, WordedFailure } from '#shared/lib/problem.ts';
import { loadPublicConfig } from '#shared/lib/public-config.ts';
import { apiOf } from '#shared/lib/services.ts';
import { Button } from '#shared/ui/button.tsx';
import { Chip } from '#shared/ui/chip.tsx';
import { FieldError } from '#shared/ui/field.tsx';
import { Switch } from '#shared/ui/switch.tsx';
import { toast } from '#shared/ui/toast.ts';
import { SettingRow } from '../setting-row.tsx';
import { soundMessages } from './messages.es.ts';
import { type Manager, ownSubscription, pushManager, sendTest, subscribe, unsubscribe } from './push-client.ts';

const words = soundMessages.push;
const OWN = ['push-subscription'];

/** Renders the setting of push messages, if the server has a push key and the browser supports them. */
export function PushRow() {
  const { data: push } = useQuery({
    queryKey: ['push-means'],
    queryFn: findMeans,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (!push) return null;
  return <Choice manager={push.manager} publicKey={push.publicKey} />;
}

async function findMeans(): Promise<{ readonly manager: Manager; readonly publicKey: string } | null> {
  const [manager, { pushKey }] = await Promise.all([pushManager(), loadPublicConfig()]);
  return manager && pushKey !== undefined ? { manager, publicKey: pushKey } : null;
}

function Choice({ manager, publicKey }: { readonly manager: Manager; readonly publicKey: string }) {
  const queries = useQueryClient();
  const { data: own } = useQuery({ queryKey: OWN, queryFn: ({ client }) => ownSubscription(apiOf(client), manager) });
  const choose = useMutation({
    mutationFn: async (topics: readonly PushTopic[], { client }) => {
      if (topics.length > 0) {
        if ((await askNoticePermission()) !== 'granted') throw new WordedFailure(soundMessages.browserDenied);
        return subscribe(apiOf(client), manager, publicKey, topics);
      }
      if (own) await unsubscribe(apiOf(client), manager, own.id);
      return null;
    },
    onSuccess: (subscription) => queries.setQueryData(OWN, subscription),
  });
  const test = useMutation({
    mutationFn: (id: string, { client }) => sendTest(apiOf(client), id),
    onSuccess: () => toast(words.tested),
  });
  const topics = own?.topics ?? [];
  const turn = (topic: PushTopic) =>
    choose.mutate(topics.includes(topic) ? topics.filter((each) => each !== topic) : [...topics, topic]);
  const failure = choose.error ?? test.error;
  return (
    <>
      <SettingRow title={words.title} hint={words.hint} inline>
        <Switch
          label={words.title}
          checked={own != null}
          disabled={own === undefined || choose.isPending}
          onChange={(wanted) => choose.mutate(wanted ? PUSH_TOPICS : [])}
        />
      </SettingRow>
      {own && (
        <div className="flex flex-wrap items-center gap-2 px-4 pb-3">
          {PUSH_TOPICS.map((topic) => (
            <Chip key={topic} selected={topics.includes(topic)} disabled={choose.isPending} onClick={() => turn(topic)}>
              {words.topics[topic]}
            </Chip>
          ))}
          <Button size="sm" className="ml-auto" loading={test.isPending} onClick={() => test.mutate(own.id)}>
            {words.test}
          </Button>
        </div>
      )}
      {failure && (
        <div className="px-4 pb-3">
          <FieldError>{failure instanceof DOMException ? words.refused : problemOf(failure)}</FieldError>
        </div>
      )}
    </>
  );
}
