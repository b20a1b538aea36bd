# model.pl: runs the contests of testsuite/bench/model, and says who was right.
# Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.
#
# A line of ./contests: KIND PATTERN BASE DECISION.  What the model expects is in the dumps of the builds with DECISION.
use strict;
use warnings;
use JSON::PP;

my $rounds = $ENV{ROUNDS};
my (%told, %right);

# Executions in the training run, of what the times are of.
my %executions = (branches => 2 * 65536, loops => 8 * 4096);

# A gain is believed from this part of the time on: decide/models/loops.c.
my %least = (branches => 0, loops => 0.02);

# The cycles that a decision gains by the model in each function, by the dump of its build.
sub expected
  {
    my ($kind, $name) = @_;
    my %gain;
    my ($file) = glob "$name.decisions";
    open my $in, "<", $file or die "$name: no decisions\n";
    local $/;
    for my $d (@{decode_json (<$in>)->{decisions}})
      {
        $gain{$d->{function}} += $1 if $d->{kind} eq $kind && $d->{because} =~ /-fwpp-decide says so, (-?\d+) cycles/;
      }
    return \%gain;
  }

# The times of one run of PROGRAM, by function.
sub times_of
  {
    my ($program, $pattern) = @_;
    local $ENV{WPP_PADDING} = "x" x int rand 4096;
    return map { split } `./$program $pattern 5`;
  }

sub median { my @s = sort { $a <=> $b } @_; return $s[@s / 2] }

sub contest
  {
    my ($kind, $pattern, $base, $decision) = @_;
    my $gain = expected ($kind, "$kind-$pattern-$decision");
    my (%ratios, %shares);
    for my $round (1 .. $rounds)
      {
        my $layout = int rand 3;
        my %times;
        for my $d (rand () < 0.5 ? ($base, $decision) : ($decision, $base))
          {
            my %t = times_of ("$kind-$pattern-$d.$layout", $pattern);
            $times{$d} = \%t;
          }
        for (grep { exists $gain->{$_} } keys %{$times{$base}})
          {
            push @{$ratios{$_}}, $times{$base}{$_} / $times{$decision}{$_};
            push @{$shares{$_}}, $gain->{$_} / $executions{$kind} * $times{$base}{cycles} / 3 / $times{$base}{$_};
          }
      }
    for my $function (sort keys %ratios)
      {
        my @r = @{$ratios{$function}};
        my ($m, $up) = (median (@r), scalar grep { $_ > 1 } @r);
        my $told = abs (log $m) > 0.01 && ($up >= 0.9 * @r || $up <= 0.1 * @r);
        my $share = median (@{$shares{$function}});
        my $right = ($m > 1) == ($share > $least{$kind});
        if ($told) { $told{$_}++, $right{$_} += $right for $kind, "all" }
        printf "%s\t%s\t%s\t%s\t%.3f\t%.3f\t%s\n", $kind, $pattern, $function, $decision, $share, $m,
          $told ? $right ? "right" : "wrong" : "-";
      }
  }

open my $contests, "<", "contests" or die;
while (<$contests>) { contest (split) }
for my $kind (sort keys %told)
  {
    printf "%s\t%d decisions told by the clock\t%.0f %% right\n", $kind, $told{$kind}, 100 * $right{$kind} / $told{$kind};
  }
