"""A role for somebody who has an account already: offered by a director, taken by the person.

A name is not a person. Without this, a director who adds "marco" would give the role to somebody called so in
another event of the house, with the sessions that are open. What was offered and answered are lines of the house's own
log, so nothing else has to be kept.
"""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext as _

from tournament.changes.house import RoleDeclined, RoleOffered, RoleOfferWithdrawn
from tournament.changes.setup import StaffAsked, StaffDeclined, StaffRequestWithdrawn
from tournament.models import Account, Role, StaffMember, Tournament
from tournament.queries.people.offers import OVER, RoleOffer, open_offer
from tournament.queries.people.own_accounts import own_accounts
from tournament.services.actor import By
from tournament.services.errors import Refused
from tournament.services.locks import lock_tournament
from tournament.services.log import record
from tournament.services.people.house_log import Visitor, name_of, write_house_line
from tournament.services.setup.staff import put_on_staff, refuse_member_already


@transaction.atomic
def offer_role(
    *, tournament_id: int, account_id: int, role: Role, director_id: int, by: By, visitor: Visitor
) -> StaffMember | None:
    """Offer somebody who has an account a role; None until they answer.

    An account that this director may open anyway (`own_accounts`) gets the role at once: it asks nobody else.
    """
    tournament = lock_tournament(tournament_id)
    account = Account.objects.get(pk=account_id)
    refuse_member_already(tournament_id, account)
    if not account.is_active:
        raise Refused(
            _("The account %(name)s is closed: choose another log-in name.") % {"name": account.username},
            code="account_closed",
            field="username",
        )
    if own_accounts(director_id).filter(pk=account.pk).exists():
        return put_on_staff(tournament_id=tournament_id, account=account, role=role, by=by, visitor=visitor)
    _write(RoleOffered, StaffAsked, tournament, account, role, by, visitor)
    return None


@transaction.atomic
def answer_offer(
    *, tournament_id: int, account: Account, accepts: bool, by: By, visitor: Visitor
) -> RoleOffer:
    """Take the role that was offered, or decline it. Raises Refused where nothing is offered now."""
    tournament = lock_tournament(tournament_id)
    offer = open_offer(tournament, account.pk)
    if offer is None or tournament.status in OVER:
        raise Refused(_("This invitation was withdrawn or already answered."), code="no_offer")
    if accepts:
        refuse_member_already(tournament_id, account)
        put_on_staff(
            tournament_id=tournament_id, account=account, role=Role(offer.role), by=by, visitor=visitor
        )
    else:
        _write(RoleDeclined, StaffDeclined, tournament, account, Role(offer.role), by, visitor)
    return offer


@transaction.atomic
def withdraw_offer(*, tournament_id: int, account_id: int, by: By, visitor: Visitor) -> RoleOffer:
    """Ask somebody no more. Raises Refused where they have answered."""
    tournament = lock_tournament(tournament_id)
    offer = open_offer(tournament, account_id)
    if offer is None:
        raise Refused(
            _("There is no invitation to withdraw: it was answered or already withdrawn."), code="no_offer"
        )
    account = Account.objects.get(pk=account_id)
    _write(RoleOfferWithdrawn, StaffRequestWithdrawn, tournament, account, Role(offer.role), by, visitor)
    return offer


def _write(
    in_house: type[RoleOffered | RoleDeclined | RoleOfferWithdrawn],
    change: type[StaffAsked | StaffDeclined | StaffRequestWithdrawn],
    tournament: Tournament,
    account: Account,
    role: Role,
    by: By,
    visitor: Visitor,
) -> None:
    """A line in the house's log, by which the offer is open or not, and one in the tournament's."""
    name = name_of(account)
    write_house_line(
        in_house(name=name, role=role.value),
        visitor=visitor,
        now=by.now,
        subject=account,
        tournament_id=tournament.pk,
    )
    told = change(account=account.pk, name=name, role=role.value)
    record(told, tournament_id=tournament.pk, by=by)
