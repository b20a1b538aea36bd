# The JSON documents of a file, for perl.
# Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.
package documents;
use strict;
use warnings;
use JSON::XS;

# All documents of the file handle $_[0], which follow each other.  Their bytes stay as they are.
sub read
{
  my ($file) = @_;
  local $/;
  my $json = JSON::XS->new;
  $json->incr_parse (<$file> // "");
  my @documents;
  while (my $document = $json->incr_parse) { push @documents, $document; }
  # No text is left behind a document that has begun.
  my $rest = eval { $json->incr_text };
  die "JSON that ends too early\n" if !defined $rest || $rest =~ /\S/;
  return @documents;
}

1;
