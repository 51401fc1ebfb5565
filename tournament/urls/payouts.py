"""The staff's payouts: /floor/<code>/payouts/."""

from django.urls import path

from tournament.views import pay

urlpatterns = [
    path("floor/<code>/payouts/", pay.payouts, name="pay"),
    path("floor/<code>/payouts/<int:payout_id>/pay/", pay.pay, name="pay_one"),
    path("floor/<code>/payouts/<int:payout_id>/take-back/", pay.take_back, name="take_back_payment"),
    path("floor/<code>/payouts/<int:payout_id>/slip/", pay.slip, name="payout_slip"),
]
