import { useEffect, useState } from 'preact/hooks';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import type { ExplainRequest } from './request.ts';

const more: readonly (readonly [keyof ExplainRequest, label: string, help: string])[] = [
  ['client', 'Id of the installation', 'Decides its place while a release is rolling out.'],
  ['network', 'Network', 'The address that it asks from; counts where it sends no id.'],
  ['cohort', 'Group of testers', 'As it names itself.'],
  ['system', 'System', 'The version of its operating system, where it tells it.'],
];

const orChoose = (option: string): string => option || 'choose';

export const ClientForm = ({
  request,
  channels,
  targets,
  onAsk,
}: {
  request: ExplainRequest;
  channels: readonly string[];
  targets: readonly string[];
  onAsk: (question: ExplainRequest) => void;
}) => {
  const [question, setQuestion] = useState(request);
  useEffect(() => setQuestion(request), [JSON.stringify(request)]);
  const set = (change: Partial<ExplainRequest>): ExplainRequest => {
    const next = { ...question, ...change };
    setQuestion(next);
    return next;
  };
  const submit = (event: Event): void => {
    event.preventDefault();
    onAsk(question);
  };
  const isMore = more.some(([name]) => request[name] !== '') || request.manual !== '';
  return (
    <form class="query" onSubmit={submit}>
      <div class="query-row">
        <TextField
          label="A client at version"
          isMono
          isRequired
          maxLength={100}
          value={question.version}
          onInput={(version) => set({ version })}
        />
        <SelectField
          labelOf={orChoose}
          label="on"
          options={targets}
          value={question.target}
          onChange={(target) => onAsk(set({ target }))}
        />
        <SelectField
          labelOf={orChoose}
          label="of"
          options={channels}
          value={question.channel}
          onChange={(channel) => onAsk(set({ channel }))}
        />
        <Button type="submit" kind="primary">
          Explain
        </Button>
      </div>
      <details open={isMore}>
        <summary>What else the client tells</summary>
        <div class="query-more">
          {more.map(([name, label, help]) => (
            <TextField
              key={name}
              label={label}
              help={help}
              isMono
              maxLength={128}
              value={question[name]}
              onInput={(value) => set({ [name]: value })}
            />
          ))}
          <Checkbox
            name="Someone pressed “check now”"
            isOn={question.manual === 'true'}
            onChange={(isOn) => set({ manual: isOn ? 'true' : '' })}
          />
        </div>
      </details>
    </form>
  );
};
