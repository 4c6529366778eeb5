import type { App } from '@slipway/api';
import { fieldError } from '../../data/problem-messages.ts';
import { AdapterSelect } from '../../ui/adapter-select.tsx';
import { Card } from '../../ui/card.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { nameMissing } from './messages.ts';
import { useAppDraft } from './use-app-draft.ts';

export const GeneralSettings = ({ app }: { app: App }) => {
  const { now, set, mayBe, reason, save } = useAppDraft(app);
  return (
    <Card title="General">
      <Form
        submitLabel="Save"
        disabledReason={reason ?? (now.name.trim() === '' ? nameMissing : undefined)}
        onSubmit={save}
      >
        {(error) => (
          <>
            <TextField
              label="Name"
              value={now.name}
              onInput={(name) => set({ name })}
              maxLength={200}
              isReadOnly={mayBe !== undefined}
              error={fieldError(error, '/name')}
              help={`Shown to users. The slug ${app.slug} can’t be changed.`}
            />
            <AdapterSelect value={now.adapter} onChange={(adapter) => set({ adapter })} reason={mayBe} />
            {now.adapter !== app.adapter && (
              <p class="warn small">
                Installed clients still use the old updater and won’t understand the new responses.
              </p>
            )}
            <Checkbox name="Download page" isOn={now.page} onChange={(page) => set({ page })} reason={mayBe}>
              A public page with the right file for each visitor. Link to it from your website.
            </Checkbox>
            <p class="small">
              {app.page ? (
                <a href={app.publicUrl} rel="noreferrer">
                  View download page
                </a>
              ) : (
                `Off: ${app.publicUrl} returns 404.`
              )}
            </p>
          </>
        )}
      </Form>
    </Card>
  );
};
