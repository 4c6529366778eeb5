import type * as api from '@slipway/api';
import type { DomainCheckStep, DomainStatus } from '../../domain/model/domain-status.ts';

const renderStep = <State extends string>({ state, verdict, detail, remedy }: DomainCheckStep<State>) => ({
  ...{ state, verdict, detail },
  remedy: remedy ?? null,
});

export const renderDomainStatus = (status: DomainStatus): api.DomainStatus => {
  const { domain, checkedAt, dns, answers, certificate } = status;
  return {
    domain,
    checkedAt,
    dns: { ...renderStep(dns), cname: dns.cname ?? null, addresses: [...dns.addresses] },
    answers: { ...renderStep(answers), url: answers.url },
    certificate: {
      ...renderStep(certificate),
      issuer: certificate.issuer ?? null,
      notAfter: certificate.notAfter ?? null,
      daysLeft: certificate.daysLeft ?? null,
    },
  };
};
